/* The graph of merged calls on paper: where its nodes stand, and its arrows with what the trace writes at them. */
#ifndef HANDTRACE_CALL_GRAPH_H
#define HANDTRACE_CALL_GRAPH_H

#include "layered.h"
#include "trees/merged.h"

/* One way to draw it, from roomy to tight. */
typedef struct graph_look {
    double scale;
    bool labels;   /* at the arrows */
    double gap;    /* between levels, × the usual */
    double widest; /* room for a value, points; 0: values are left out */
    double apart;  /* more than the usual distance between nodes, points */
} graph_look;

typedef struct node_text {
    piece name, value, count;
} node_text;

typedef struct edge_ports {
    double from, to;
} edge_ports;

typedef struct call_graph {
    drawing *d;
    merged m;
    call_functions fns;
    bool *shown; /* calls that stand in this part */
    graph_look how;
    node_text *texts;
    double box_w, box_h, level_gap, margin;
    bool count_by_name, left_out; /* left_out: values have no room anywhere */
    size_t now;                   /* the moment in the order of events */
    layered_node *nodes;
    layered_edge *edges;
    edge_ports *ports; /* of edges */
    size_t edge_count;
    size_t *node_of, *need_of; /* call → node; edge → need */
    size_t *call_of;           /* node → call */
    layered_extent extent;
} call_graph;

typedef struct placed_label {
    piece text;
    box box;  /* size 0: none */
    double t; /* along the first stretch */
} placed_label;

bool call_graph_entered(const call_graph *g, const merged_call *c);
text_style call_graph_style(const call_graph *g, face face, double size, color c);

/* Places the calls that are shown; boxes have been measured. */
void call_graph_place(call_graph *g);
double call_graph_level_top(const call_graph *g, size_t level);
box call_graph_box(const call_graph *g, size_t node);

/* Whether both ends of an arrow have been called at that moment. */
bool call_graph_shows(const call_graph *g, const merged_need *n);
/* Finds a place for every label on its arrow that no other arrow and no other label meets. False if one has none. */
bool call_graph_labels(const call_graph *g, placed_label *labels);
void call_graph_arrow(const call_graph *g, scene *s, size_t edge, const placed_label *label);

#endif

Creator "igraph version 0.10.2 Mon Nov 23 18:52:59 2026"
Version 1
graph
[
  directed 0
  node
  [
    id 0
    name "a"
  ]
  node
  [
    id 1
    name "b"
  ]
  node
  [
    id 2
    name "c"
  ]
  node
  [
    id 3
    name "d"
  ]
  node
  [
    id 4
    name "e"
  ]
  edge
  [
    source 1
    target 0
    latency "2"
  ]
  edge
  [
    source 2
    target 1
    latency "3ns"
  ]
  edge
  [
    source 3
    target 2
    latency "4"
  ]
  edge
  [
    source 4
    target 3
    latency "5"
  ]
  edge
  [
    source 4
    target 0
    latency "6"
  ]
]

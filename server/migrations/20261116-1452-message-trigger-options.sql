-- Options of the message trigger that had no effect are no longer accepted.
update workflow_triggers set params = params - 'includeOwn' - 'includeBounces'
where type = 'trigger.message' and params ?| array['includeOwn', 'includeBounces'];

update workflow_versions set graph = jsonb_set(graph, '{nodes}', (
  select jsonb_agg(case when node ->> 'type' = 'trigger.message' and jsonb_typeof(node -> 'params') = 'object'
    then jsonb_set(node, '{params}', (node -> 'params') - 'includeOwn' - 'includeBounces') else node end order by place)
  from jsonb_array_elements(graph -> 'nodes') with ordinality as nodes (node, place)))
where jsonb_path_exists(graph, '$.nodes[*].params ? (exists(@.includeOwn) || exists(@.includeBounces))');

update templates set graph = jsonb_set(graph, '{nodes}', (
  select jsonb_agg(case when node ->> 'type' = 'trigger.message' and jsonb_typeof(node -> 'params') = 'object'
    then jsonb_set(node, '{params}', (node -> 'params') - 'includeOwn' - 'includeBounces') else node end order by place)
  from jsonb_array_elements(graph -> 'nodes') with ordinality as nodes (node, place)))
where jsonb_path_exists(graph, '$.nodes[*].params ? (exists(@.includeOwn) || exists(@.includeBounces))');

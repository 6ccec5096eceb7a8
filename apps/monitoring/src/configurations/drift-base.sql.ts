/** Base directory of drift template `t` for resource `r`; null or empty if unknown. */
export const BASE_DIRECTORY = `(
  CASE t.definition -> 'baseDirectory' ->> 'context'
    WHEN 'FILE_SYSTEM' THEN t.definition -> 'baseDirectory' ->> 'name'
    WHEN 'PLUGIN_CONFIGURATION' THEN r.plugin_configuration ->> (t.definition -> 'baseDirectory' ->> 'name')
    WHEN 'RESOURCE_CONFIGURATION' THEN r.resource_configuration ->> (t.definition -> 'baseDirectory' ->> 'name')
    WHEN 'MEASUREMENT_TRAIT' THEN (
      SELECT v.value
        FROM metric_schedule s
        JOIN metric_definition m
          ON m.id = s.metric_definition_id AND m.name = t.definition -> 'baseDirectory' ->> 'name'
        JOIN trait_value v ON v.schedule_id = s.id
       WHERE s.resource_id = r.id ORDER BY v.time_ms DESC LIMIT 1)
  END)`;

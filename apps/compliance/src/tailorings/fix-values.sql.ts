/**
 * Values for fix `f` of rule `r`, by tailoring `t` and its profile `own`, in order of offset: `at` (characters before
 * it), `text`, and `is_own` for text written by users instead of the guide.
 */
export const FIX_VALUES = `(
  SELECT coalesce(json_agg(json_build_object(
           'at', s.at,
           'text', coalesce(given.text, guide.text, ''),
           'is_own', coalesce(given.text <> coalesce(guide.text, ''), FALSE)) ORDER BY s.at), '[]')
    FROM jsonb_to_recordset(f.substitutions) s(at integer, "valueRefId" text)
    -- Of the guide of the tailoring; the rule may be of another version.
    LEFT JOIN value_definition v ON v.security_guide_id = own.security_guide_id AND v.ref_id = s."valueRefId"
    LEFT JOIN value_definition scanned
           ON scanned.security_guide_id = r.security_guide_id AND scanned.ref_id = s."valueRefId"
    CROSS JOIN LATERAL (SELECT t.value_overrides ->> v.id::text AS text) given
    CROSS JOIN LATERAL (
      SELECT coalesce(own.value_overrides ->> v.id::text, v.default_value, scanned.default_value) AS text) guide)`;

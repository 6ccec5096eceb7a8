/**
 * Content of the public schema, one row for each object, without extensions and the list of migrations. Columns are
 * compared with their places, since rows are copied in order; NOT NULL with its column, since PostgreSQL names the
 * constraint.
 */
export const CATALOGUE = `
  WITH relation AS (
    SELECT c.* FROM pg_class c
     WHERE c.relnamespace = 'public'::regnamespace AND c.relname NOT IN ('migration', 'migration_id_seq', 'pk_migration'))
  SELECT 'relation' AS kind, concat_ws(' ', c.relname, c.relkind, c.relpersistence, c.reloptions, c.relrowsecurity,
           c.relforcerowsecurity, pg_get_expr(c.relpartbound, c.oid), pg_get_partkeydef(c.oid), d.description,
           (SELECT string_agg(a.privilege_type, ',' ORDER BY a.privilege_type)
              FROM aclexplode(coalesce(c.relacl, acldefault(CASE c.relkind WHEN 'S' THEN 's' ELSE 'r' END::"char", c.relowner))) a
             WHERE a.grantee = c.relowner)) AS what
    FROM relation c LEFT JOIN pg_description d ON d.objoid = c.oid AND d.objsubid = 0
  UNION ALL
  SELECT 'column', concat_ws(' ', c.relname,
           row_number() OVER (PARTITION BY c.oid ORDER BY a.attnum), a.attname, format_type(a.atttypid, a.atttypmod),
           a.attnotnull, a.attidentity, a.attgenerated, a.attstorage, l.collname, pg_get_expr(f.adbin, f.adrelid), d.description)
    FROM relation c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_attrdef f ON f.adrelid = c.oid AND f.adnum = a.attnum
    LEFT JOIN pg_collation l ON l.oid = a.attcollation
    LEFT JOIN pg_description d ON d.objoid = c.oid AND d.objsubid = a.attnum
   WHERE c.relkind IN ('r', 'p')
  UNION ALL
  SELECT 'index', pg_get_indexdef(i.indexrelid) FROM pg_index i JOIN relation c ON c.oid = i.indexrelid WHERE i.indisvalid
  UNION ALL
  SELECT 'constraint', concat_ws(' ', c.relname, n.conname, n.convalidated, pg_get_constraintdef(n.oid))
    FROM pg_constraint n JOIN relation c ON c.oid = n.conrelid WHERE n.contype <> 'n'
  UNION ALL
  SELECT 'sequence', concat_ws(' ', c.relname, format_type(s.seqtypid, NULL), s.seqstart, s.seqincrement, s.seqmin, s.seqmax, s.seqcycle)
    FROM pg_sequence s JOIN relation c ON c.oid = s.seqrelid
  UNION ALL
  SELECT 'trigger', pg_get_triggerdef(t.oid) FROM pg_trigger t JOIN relation c ON c.oid = t.tgrelid WHERE NOT t.tgisinternal
  UNION ALL
  SELECT 'policy', concat_ws(' ', p.tablename, p.policyname, p.permissive, p.roles, p.cmd, p.qual, p.with_check)
    FROM pg_policies p WHERE p.schemaname = 'public'
  UNION ALL
  SELECT 'function', regexp_replace(pg_get_functiondef(f.oid), '\\s+', ' ', 'g') FROM pg_proc f
   WHERE f.pronamespace = 'public'::regnamespace
     AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = f.oid AND d.deptype = 'e')
  UNION ALL
  SELECT 'collation', concat_ws(' ', l.collname, l.collprovider, l.colllocale)
    FROM pg_collation l WHERE l.collnamespace = 'public'::regnamespace
  ORDER BY 1, 2`;

/** Controls of rule `r` by framework; the arguments are columns of controls and frameworks. */
export const RULE_CONTROLS = `(
  SELECT coalesce(json_agg(json_build_object('framework', f.ref_id, 'title', f.title, 'names', own.names)
                           ORDER BY f.title, f.ref_id), '[]')
    FROM (SELECT c.framework_id, json_agg(c.name ORDER BY c.sort_key, c.name) AS names
            FROM rule_control rc
            JOIN control c ON c.number = ANY (rc.control_numbers)
           WHERE rc.rule_id = r.id
           GROUP BY c.framework_id) own
    JOIN framework f ON f.id = own.framework_id)`;

/** Names of the controls of rule `r`, such as `nist-800-53:AC-6`, in order. */
export const CONTROL_NAMES = `
  SELECT f.ref_id || ':' || c.name
    FROM rule_control rc
    JOIN control c ON c.number = ANY (rc.control_numbers)
    JOIN framework f ON f.id = c.framework_id
   WHERE rc.rule_id = r.id
   ORDER BY f.ref_id, c.sort_key, c.name`;

/**
 * Whether rule `r` has one of the controls, which are looked up once, then their rules.
 * @param controls expression for their names, such as `nist-800-53:AC-6`
 */
export const hasAnyControl = (controls: string): string => `r.id = ANY (ARRAY (
  SELECT rc.rule_id
    FROM rule_control rc
   WHERE rc.control_numbers && ARRAY (
     SELECT c.number
       FROM unnest(${controls}::text[]) given (name)
       JOIN framework f ON f.ref_id = split_part(given.name, ':', 1)
       JOIN control c ON c.framework_id = f.id AND c.name = substr(given.name, length(f.ref_id) + 2))))`;

/**
 * Whether rule `r` has any control of the frameworks.
 * @param frameworks expression for their reference ids
 */
export const hasFramework = (frameworks: string): string => `EXISTS (
  SELECT 1
    FROM rule_control rc
    JOIN control c ON c.number = ANY (rc.control_numbers)
    JOIN framework f ON f.id = c.framework_id
   WHERE rc.rule_id = r.id AND f.ref_id = ANY (${frameworks}::text[]))`;

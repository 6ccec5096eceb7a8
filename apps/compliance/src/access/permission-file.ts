/** Permission strings by organisation and user name. */
export type PermissionFile = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

/**
 * Reads the file of RBAC_MODE=file: `{"12345": {"alice": ["compliance:*:*", "inventory:*:read"]}}` (rule compliance-28).
 *
 * @throws Error naming the first part that is not of this shape.
 */
export function parsePermissionFile(text: string): PermissionFile {
  const organisations = requireObject(parse(text), 'the file');
  return new Map(
    Object.entries(organisations).map(([orgId, users]) => {
      const byName = Object.entries(requireObject(users, `organisation ${orgId}`));
      return [orgId, new Map(byName.map(([name, grants]) => [name, requireTexts(grants, `${orgId}/${name}`)]))];
    }),
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Error('RBAC_FILE is not JSON');
  }
}

function requireObject(value: unknown, what: string): object {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new Error(`RBAC_FILE: ${what} must be an object`);
}

function requireTexts(value: unknown, what: string): readonly string[] {
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
  throw new Error(`RBAC_FILE: ${what} must be a list of permissions`);
}

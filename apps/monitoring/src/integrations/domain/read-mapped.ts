import type { AlertMapping, IntegrationKind } from '@wardstone/dto/monitoring';
import { alertList, type ForeignAlert, foreignAlert, keyText, plainText, UnreadablePayload } from './foreign-alert';

/** Maximum number of segments in a path. */
const MAX_STEPS = 10;

/** Parts of an alert that a mapping can locate. */
const PATHS = ['alerts', 'key', 'status', 'severity', 'title', 'host', 'value', 'link'] as const;

/** Problem with a mapping; undefined if it is valid. */
export function mappingProblem(mapping: AlertMapping, kind: IntegrationKind): string | undefined {
  for (const name of PATHS) {
    const path = mapping[name];
    if (path === undefined || path === '') continue;
    if (!path.startsWith('/')) return `Field mapping.${name} must begin with /`;
    if (path.split('/').length - 1 > MAX_STEPS) return `Field mapping.${name} must have at most ${MAX_STEPS} steps`;
    if (/~(?![01])/.test(path)) return `Field mapping.${name} must write ~ as ~0 and / in a name as ~1`;
  }
  return mapping.key === undefined && kind === 'JSON' ? 'Field mapping.key is required' : undefined;
}

/** The value at a JSON pointer (RFC 6901), only in own members and entries; undefined if there is none. */
export function valueAt(document: unknown, path: string | undefined): unknown {
  if (path === undefined) return undefined;
  let value = document;
  for (const step of path.split('/').slice(1, 1 + MAX_STEPS)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(value)) value = /^(0|[1-9]\d{0,5})$/.test(name) ? (value[Number(name)] as unknown) : undefined;
    else if (typeof value === 'object' && value !== null && Object.hasOwn(value, name)) {
      value = (value as Record<string, unknown>)[name];
    } else return undefined;
  }
  return value;
}

/** Default words for a resolved status. */
export const RESOLVED_WORDS = [
  'resolved',
  'recovered',
  'recovery',
  'ok',
  'up',
  'closed',
  'cleared',
  'normal',
  'inactive',
  'false',
];

/** Parses JSON of any structure with a mapping. */
export function readMapped(payload: unknown, mapping: AlertMapping): ForeignAlert[] {
  if (typeof payload !== 'object' || payload === null)
    throw new UnreadablePayload('the body must be an object or a list');
  const listed = mapping.alerts === undefined ? payload : valueAt(payload, mapping.alerts);
  const entries =
    Array.isArray(listed) || mapping.alerts !== undefined ? alertList(listed, mapping.alerts ?? 'the body') : [listed];
  const words = new Set((mapping.resolvedWords ?? RESOLVED_WORDS).map((word) => word.toLowerCase()));
  return entries.map((entry) => {
    const at = (path: string | undefined): unknown => valueAt(entry, path);
    const key = keyText(at(mapping.key));
    if (key === undefined)
      throw new UnreadablePayload(`there is no text at ${mapping.key ?? ''}, which is to be the key`);
    const status = plainText(at(mapping.status))?.toLowerCase();
    return foreignAlert({
      key,
      state: status !== undefined && words.has(status) ? 'RESOLVED' : 'FIRING',
      severity: at(mapping.severity),
      title: at(mapping.title),
      host: at(mapping.host),
      value: at(mapping.value),
      link: at(mapping.link),
    });
  });
}

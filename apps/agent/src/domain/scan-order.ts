import type { AgentScanRecord } from '@wardstone/dto/compliance';

/** A scan ordered by the server. All of its texts are safe in a path and as an argument. */
export interface ScanOrder {
  id: string;
  systemId: string;
  profile: string;
  /** SHA-256 of the guide's document. */
  guide: string;
  /** SHA-256 of the tailoring file. */
  tailoring: string | undefined;
}

/** A scan order in an unsupported format. */
export type RefusedOrder = Pick<ScanOrder, 'id'> & { problem: string };

const MAX_ORDERS = 100;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const SHA256 = /^[0-9a-f]{64}$/;
/** Profile ids of XCCDF 1.2, which never start like an option. */
const PROFILE = /^xccdf_[A-Za-z0-9.-]{1,200}_profile_[A-Za-z0-9._-]{1,200}$/;

/** Scan orders in a response; entries without an id are ignored. Undefined if it is not a list. */
export function readScanOrders(body: unknown): (ScanOrder | RefusedOrder)[] | undefined {
  const { scans } = ((body as { data?: unknown } | undefined)?.data ?? {}) as { scans?: unknown };
  if (!Array.isArray(scans)) return undefined;
  return scans.slice(0, MAX_ORDERS).flatMap((given: Partial<Record<keyof AgentScanRecord, unknown>> | null) => {
    const { id, system_id: systemId, profile_ref_id: profile, guide_sha256: guide } = given ?? {};
    if (!matches(UUID, id)) return [];
    const tailoring = given?.tailoring_sha256 ?? undefined;
    if (!matches(UUID, systemId)) return [{ id, problem: 'the id of the system is malformed' }];
    if (!matches(PROFILE, profile)) return [{ id, problem: 'the id of the profile is not one of XCCDF 1.2' }];
    const areDigests = matches(SHA256, guide) && (tailoring === undefined || matches(SHA256, tailoring));
    return [areDigests ? { id, systemId, profile, guide, tailoring } : { id, problem: 'a digest is malformed' }];
  });
}

/** Digests of guides on the host that the server wants to import. */
export function readWantedGuides(body: unknown): string[] {
  const { wanted_guides: wanted } = ((body as { data?: unknown } | undefined)?.data ?? {}) as {
    wanted_guides?: unknown;
  };
  return Array.isArray(wanted) ? wanted.slice(0, MAX_ORDERS).filter((digest) => matches(SHA256, digest)) : [];
}

const matches = (form: RegExp, value: unknown): value is string => typeof value === 'string' && form.test(value);

import { requireSuccess, send, type Session } from '../session';
import { sendFile, type UploadFile } from '../uploads/upload-file';

/** Outcome of one file. */
export interface ImportedGuide {
  outcome: 'imported' | 'replaced' | 'updated' | 'unchanged';
  id: string;
  refId: string;
  version: string;
  profiles: number;
  rules: number;
  minorsAdded: number[];
}

interface Imported {
  data: { id: string; ref_id: string; version: string };
  meta: { os_minor_versions_added: number[] };
}

const GUIDES = '/api/compliance/v2/security_guides';

/**
 * Streams one file to the service; `onBytes` is called with the number of further bytes sent. The service compares
 * contents: importing the same file again only adds minor versions.
 * @throws CommandError
 */
export async function importGuide(
  session: Session,
  file: UploadFile,
  query: string,
  onBytes: (count: number) => void,
): Promise<ImportedGuide> {
  const response = await sendFile(session, `${GUIDES}${query && `?${query}`}`, file, onBytes);
  const { data, meta } = requireSuccess<Imported>(session, response);
  const { id, ref_id: refId, version } = data;
  const minorsAdded = meta.os_minor_versions_added;
  const [profiles, rules] = [await count(session, id, 'profiles'), await count(session, id, 'rules')];
  return { outcome: toOutcome(response.status, minorsAdded), id, refId, version, profiles, rules, minorsAdded };
}

async function count(session: Session, guideId: string, list: string): Promise<number> {
  const response = await send(session, { method: 'GET', target: `${GUIDES}/${guideId}/${list}?limit=1` });
  return requireSuccess<{ meta: { total: number } }>(session, response).meta.total;
}

function toOutcome(status: number, minorsAdded: readonly number[]): ImportedGuide['outcome'] {
  if (status === 201) return 'imported';
  if (status === 202) return 'replaced';
  return minorsAdded.length > 0 ? 'updated' : 'unchanged';
}

import fs from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { GuideFile } from './guide-files';
import { ImportError } from './refusal';
import { requireSuccess, send } from './session';
import type { Session } from './session';

/** What became of one file. */
export interface ImportedGuide {
  outcome: 'imported' | 'replaced' | 'already there';
  id: string;
  refId: string;
  version: string;
  profiles: number;
  rules: number;
}

interface GuideRecord {
  id: string;
  ref_id: string;
  version: string;
}

const GUIDES = '/api/compliance/v2/security_guides';

/**
 * Streams one file to the service; `onBytes` hears how many more bytes are on their way. The service compares the
 * content with what it has, so a second import of the same file changes nothing.
 *
 * @throws ImportError
 */
export async function importGuide(
  session: Session,
  file: GuideFile,
  query: string,
  onBytes: (count: number) => void,
): Promise<ImportedGuide> {
  if (file.failure !== undefined) throw new ImportError(file.failure);
  const answer = await send(session, {
    method: 'POST',
    target: `${GUIDES}${query && `?${query}`}`,
    headers: {
      'Content-Type': 'application/xml',
      'Content-Length': file.bytes,
      ...(file.name.endsWith('.gz') ? { 'Content-Encoding': 'gzip' } : {}),
    },
    write: (request) => pipeline(fs.createReadStream(file.path), counter(onBytes), request),
  });
  const { id, ref_id: refId, version } = requireSuccess<{ data: GuideRecord }>(session, answer).data;
  const [profiles, rules] = [await count(session, id, 'profiles'), await count(session, id, 'rules')];
  return { outcome: outcomeOf(answer.status), id, refId, version, profiles, rules };
}

function counter(onBytes: (count: number) => void): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      onBytes(chunk.length);
      done(null, chunk);
    },
  });
}

async function count(session: Session, guideId: string, list: string): Promise<number> {
  const answer = await send(session, { method: 'GET', target: `${GUIDES}/${guideId}/${list}?limit=1` });
  return requireSuccess<{ meta: { total: number } }>(session, answer).meta.total;
}

function outcomeOf(status: number): ImportedGuide['outcome'] {
  if (status === 201) return 'imported';
  return status === 202 ? 'replaced' : 'already there';
}

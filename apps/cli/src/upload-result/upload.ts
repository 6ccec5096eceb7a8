import { requireSuccess, send, type Session } from '../session';
import { CommandError } from '../command-error';
import { quote } from '../filter-text';
import { sendFile, type UploadFile } from '../uploads/upload-file';

/** The displayed fields of a test result. */
interface TestResult {
  id: string;
  display_name: string;
  score: number | null;
  failed_rule_count: number;
  supported: boolean;
  compliant: boolean;
}

/** Outcome of one file. */
export interface StoredResult extends TestResult {
  outcome: 'stored' | 'unchanged';
}

const SYSTEMS = '/api/compliance/v2/systems';
const UUID = /^[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i;

/**
 * Streams a scan result to the service; `onBytes` is called with the number of further bytes sent.
 * @param system id or name of the scanned system
 * @throws CommandError
 */
export async function uploadResult(
  session: Session,
  file: UploadFile,
  system: string,
  onBytes: (count: number) => void,
): Promise<StoredResult> {
  const id = UUID.test(system) ? system : await findSystem(session, system);
  const response = await sendFile(session, `${SYSTEMS}/${id}/test_results`, file, onBytes);
  const { data } = requireSuccess<{ data: TestResult }>(session, response);
  return { ...data, outcome: response.status === 201 ? 'stored' : 'unchanged' };
}

async function findSystem(session: Session, name: string): Promise<string> {
  const query = new URLSearchParams({ filter: `display_name = ${quote(name)}`, ids_only: 'true', limit: '2' });
  const response = await send(session, { method: 'GET', target: `${SYSTEMS}?${query.toString()}` });
  const [found, second] = requireSuccess<{ data: { id: string }[] }>(session, response).data;
  if (!found) throw new CommandError(`Unknown system: ${name}.`);
  if (second) throw new CommandError(`Several systems are named ${name}: give the id instead.`);
  return found.id;
}

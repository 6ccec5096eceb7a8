import { CommandError } from './command-error';
import { quote } from './filter-text';
import { requireSuccess, send, type Session } from './session';

export const REPORTS = '/api/compliance/v2/reports';
const UUID = /^[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i;

/** A policy as its report has it. */
export interface Report {
  id: string;
  title: string;
  security_guide_id: string;
  assigned_system_count: number;
  reported_system_count: number;
  compliant_system_count: number;
  compliant_with_exceptions_system_count: number;
  stale_system_count: number;
}

/** A policy by its id or title. @throws CommandError */
export async function findReport(session: Session, policy: string): Promise<Report> {
  if (UUID.test(policy)) {
    const response = await send(session, { method: 'GET', target: `${REPORTS}/${policy}` });
    return requireSuccess<{ data: Report }>(session, response).data;
  }
  const query = new URLSearchParams({ filter: `title = ${quote(policy)}`, limit: '2' });
  const response = await send(session, { method: 'GET', target: `${REPORTS}?${query.toString()}` });
  const [found] = requireSuccess<{ data: Report[] }>(session, response).data;
  if (!found) throw new CommandError(`Unknown policy: ${policy}.`);
  return found;
}

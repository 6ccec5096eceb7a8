import { CommandError } from './command-error';
import { quote } from './filter-text';
import { requireSuccess, send, type Session } from './session';

const SYSTEMS = '/api/compliance/v2/systems';

/** Id of the inventory group with the name, by the systems in it. @throws CommandError */
export async function findGroupId(session: Session, name: string): Promise<string> {
  const query = new URLSearchParams({ filter: groupFilter(name), limit: '1' });
  const response = await send(session, { method: 'GET', target: `${SYSTEMS}?${query.toString()}` });
  const { data } = requireSuccess<{ data: { groups: { id: string; name: string }[] }[] }>(session, response);
  const found = data[0]?.groups.find((group) => group.name === name);
  if (!found) throw new CommandError(`No system that you see is in the inventory group ${name}.`);
  return found.id;
}

/** Condition on systems and their results. Pure. */
export function groupFilter(name: string): string {
  return `group_name = ${quote(name)}`;
}

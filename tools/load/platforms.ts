import { requireSuccess, send, type Session } from '../uploads/session';

/** Platforms made for a run, and the schedules of their metrics with numbers. */
export interface Platforms {
  readonly resourceIds: number[];
  readonly scheduleIds: number[];
}

const JSON_HEADERS = { 'Content-Type': 'application/json', Accept: 'application/json' };
const AT_A_TIME = 4;

/** Makes as many platforms as so many metrics take. @throws UploadError */
export async function makePlatforms(session: Session, name: string, series: number): Promise<Platforms> {
  const platforms: Platforms = { resourceIds: [], scheduleIds: [] };
  const make = async (): Promise<void> => {
    while (platforms.scheduleIds.length < series) {
      const resourceName = `${name}-${platforms.resourceIds.length + 1}`;
      // Counted at once, so that those made at the same time differ in name.
      const at = platforms.resourceIds.push(0) - 1;
      const id = await makePlatform(session, resourceName);
      platforms.resourceIds[at] = id;
      platforms.scheduleIds.push(...(await schedulesOf(session, id)));
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, make));
  return { ...platforms, scheduleIds: platforms.scheduleIds.slice(0, series).sort((a, b) => a - b) };
}

async function makePlatform(session: Session, resourceName: string): Promise<number> {
  const body = JSON.stringify({ resourceName, typeName: 'Linux' });
  const answer = await send(session, {
    method: 'POST',
    target: '/rest/resource/platforms',
    headers: JSON_HEADERS,
    write: (request) => request.end(body),
  });
  return requireSuccess<{ resourceId: number }>(session, answer).resourceId;
}

async function schedulesOf(session: Session, resourceId: number): Promise<number[]> {
  const target = `/rest/resource/${resourceId}/schedules?type=metric&enabledOnly=false`;
  const answer = await send(session, { method: 'GET', target, headers: JSON_HEADERS });
  return requireSuccess<{ scheduleId: number }[]>(session, answer).map(({ scheduleId }) => scheduleId);
}

/** @throws UploadError */
export async function removePlatforms(session: Session, { resourceIds }: Platforms): Promise<void> {
  const left = [...resourceIds];
  const remove = async (): Promise<void> => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      const answer = await send(session, { method: 'DELETE', target: `/rest/resource/${id}`, headers: JSON_HEADERS });
      if (answer.status >= 300) requireSuccess(session, answer);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, remove));
}

import { inParallel } from '../requests/in-parallel';
import { call, type Session } from '../../apps/cli/src';

/** Platforms created for a run, with the schedules of their numeric metrics. */
export interface Platforms {
  readonly resourceIds: number[];
  readonly scheduleIds: number[];
}

const AT_A_TIME = 4;

/**
 * Creates as many platforms as the number of metrics requires.
 * @throws CommandError
 */
export async function makePlatforms(session: Session, name: string, series: number): Promise<Platforms> {
  const platforms: Platforms = { resourceIds: [], scheduleIds: [] };
  const make = async (): Promise<void> => {
    while (platforms.scheduleIds.length < series) {
      const resourceName = `${name}-${platforms.resourceIds.length + 1}`;
      // Counted at once, so that concurrently created ones have different names.
      const at = platforms.resourceIds.push(0) - 1;
      const platform = { resourceName, typeName: 'Linux' };
      const made = await call<{ resourceId: number }>(session, 'POST', '/rest/resource/platforms', platform);
      platforms.resourceIds[at] = made.resourceId;
      const list = `/rest/resource/${made.resourceId}/schedules?type=metric&enabledOnly=false`;
      const schedules = await call<{ scheduleId: number }[]>(session, 'GET', list);
      platforms.scheduleIds.push(...schedules.map(({ scheduleId }) => scheduleId));
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, make));
  return { ...platforms, scheduleIds: platforms.scheduleIds.slice(0, series).sort((a, b) => a - b) };
}

/** @throws CommandError */
export async function removePlatforms(session: Session, { resourceIds }: Platforms): Promise<void> {
  await inParallel(resourceIds, AT_A_TIME, (id) => call(session, 'DELETE', `/rest/resource/${id}`));
}

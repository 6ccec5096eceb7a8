import type { Queryable } from '@wardstone/database';
import type { AlertmanagerFeed } from '../alertmanager-feed';

type Send = Parameters<AlertmanagerFeed['deliver']>[0];

export interface SentAlert {
  labels: Record<string, string>;
  annotations: Record<string, string>;
  startsAt: string;
  endsAt: string;
  generatorURL: string;
}

/** Takes the waiting jobs that send alerts. */
export async function takeSends(database: Queryable): Promise<Send[]> {
  const rows = await database.query<{ payload: Send }>(
    `DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
      WHERE t.id = j.task_id AND t.identifier = 'alert.alertmanager' RETURNING j.payload`,
  );
  return rows.map(({ payload }) => payload);
}

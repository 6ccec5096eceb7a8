import type { ResourceWithType } from '@wardstone/client/monitoring';

/** The order of lists of resources: `node-2` before `node-10`. */
export const BY_NAME = 'naturalName';

export interface Ancestor {
  id: number;
  name: string;
}

/** The path to the root, the platform first; names may contain what separates them. Pure. */
export function ancestorsOf({ ancestry }: Pick<ResourceWithType, 'ancestry'>): Ancestor[] {
  if (!ancestry) return [];
  return ancestry
    .split(/_::_(?=\d+_:_\d+_:_)/)
    .map((entry) => {
      const [, id = '', ...name] = entry.split('_:_');
      return { id: Number(id), name: name.join('_:_') };
    })
    .reverse();
}

/** The id of the resource that an operation ran on, of the job id, which ends with it (rule operations-6). Pure. */
export function resourceOfJob(jobId: string): string {
  return /\d+$/.exec(jobId)?.[0] ?? '';
}

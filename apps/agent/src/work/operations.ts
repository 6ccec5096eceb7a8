import type { ObjectMap } from '@wardstone/dto';
import type { KnownResource } from '../domain/known-inventory';
import type { Machine } from '../machine/snapshot';

/** What an operation works with. */
export interface OperationContext {
  resource: KnownResource;
  parameters: ObjectMap;
  machine: Machine;
  /** Looks for servers and services at once. Returns what was found, in words. */
  discover: () => Promise<string>;
  /** Makes the watched files of a resource as they are the baseline. Returns what was done, in words. */
  acceptFiles: (resourceId: number, signal: AbortSignal) => Promise<string>;
  signal: AbortSignal;
}

type Operation = (context: OperationContext) => Promise<ObjectMap>;

/** The operations of platforms that the agent executes, by name. See rule plugins-10. */
const PLATFORM_OPERATIONS: Readonly<Record<string, Operation>> = {
  discovery: async ({ discover }) => ({ operationResult: await discover() }),
  acceptFiles: async ({ acceptFiles, resource, signal }) => ({
    operationResult: await acceptFiles(resource.resourceId, signal),
  }),
  viewProcessList: async ({ machine }) => {
    const { processes } = await machine.snapshot();
    if (!processes) throw new Error('The processes cannot be read');
    return {
      processList: processes.map(({ pid, name, residentBytes, userMs, kernelMs }) => ({
        pid,
        name,
        size: residentBytes,
        userTime: userMs ?? null,
        kernelTime: kernelMs ?? null,
      })),
    };
  },
};

/** The operation of the resource; undefined when the agent does not know it. */
export function operationOf({ parentId }: KnownResource, name: string): Operation | undefined {
  return parentId === null && Object.hasOwn(PLATFORM_OPERATIONS, name) ? PLATFORM_OPERATIONS[name] : undefined;
}

import type { ObjectMap } from '@wardstone/dto';
import type { HostControl } from '../control/host-control';
import type { PermittedCall } from '../control/permitted-operation';
import type { KnownResource } from '../domain/known-inventory';
import type { Machine } from '../domain/snapshot';

/** Context of an operation. */
export interface OperationContext extends PermittedCall {
  resource: KnownResource;
  machine: Machine;
  /** Discovers servers and services at once; returns a description. */
  discover: () => Promise<string>;
  /** Makes the current files of a resource their baseline; returns a description. */
  acceptFiles: (resourceId: number, signal: AbortSignal) => Promise<string>;
}

interface Operation {
  run: (context: OperationContext) => Promise<ObjectMap>;
  /** Whether it ends soon after its signal is aborted; any other operation is then abandoned. */
  heedsSignal: boolean;
}

/** Operations of platforms that the agent runs, by name. See rule plugins-10. */
const PLATFORM_OPERATIONS: Readonly<Record<string, Operation['run']>> = {
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

/** The operation of the resource; undefined if the agent does not know it. */
export function findOperation(
  resource: KnownResource,
  name: string,
  control: Pick<HostControl, 'getOperation'>,
): Operation | undefined {
  if (resource.parentId === null) {
    const run = Object.hasOwn(PLATFORM_OPERATIONS, name) ? PLATFORM_OPERATIONS[name] : undefined;
    return run && { run, heedsSignal: false };
  }
  const run = control.getOperation(resource, name);
  return run && { run, heedsSignal: true };
}

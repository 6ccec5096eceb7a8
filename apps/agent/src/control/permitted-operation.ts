import type { ObjectMap } from '@wardstone/dto';
import type { ReportedAvailability } from '@wardstone/dto/monitoring';
import type { DiscoveredResource } from '../domain/discovered-tree';

/** Is told again and again how to get the output so far. */
export type ReportOutput = (output: () => string) => void;

/** What an operation of this folder is called with. */
export interface PermittedCall {
  parameters: ObjectMap;
  signal: AbortSignal;
  report: ReportOutput;
}

/** Ends by itself soon after its signal is aborted. @throws Error that tells users why it was not done, or failed */
export type PermittedOperation = (call: PermittedCall) => Promise<ObjectMap>;

/** Something on the host that its owner permits to be operated. The server can name it, and never add to it. */
export interface PermittedKind {
  typeName: string;
  /** Why something the owner names cannot be had. */
  problems: readonly string[];
  /** What the owner permits, as it is reported. */
  discover: () => Promise<DiscoveredResource[]>;
  /** Undefined for an operation that there is not. */
  operationOf: (key: string, name: string) => PermittedOperation | undefined;
  /** In the order of the keys. */
  availabilityOf: (keys: readonly string[]) => Promise<ReportedAvailability['type'][]>;
}

/** The plugin of what the owner of a host permits. */
export const HOST_CONTROL = 'Host Control';

export function permittedResource(typeName: string, key: string, description: string): DiscoveredResource {
  return { key, typeName, pluginName: HOST_CONTROL, name: key, description, children: [] };
}

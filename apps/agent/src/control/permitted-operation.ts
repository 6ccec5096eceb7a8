import type { ObjectMap } from '@wardstone/dto';
import type { ReportedAvailability } from '@wardstone/dto/monitoring';
import type { DiscoveredResource } from '../domain/discovered-tree';

/** Called on new output, with a function that returns all output so far. */
export type ReportOutput = (output: () => string) => void;

/** Arguments of a permitted operation. */
export interface PermittedCall {
  parameters: ObjectMap;
  signal: AbortSignal;
  report: ReportOutput;
}

/**
 * Ends soon after its signal is aborted.
 * @throws Error with the reason for users, if it was not done or failed
 */
export type PermittedOperation = (call: PermittedCall) => Promise<ObjectMap>;

/** A kind of operable objects on the host. The server can refer to objects that the owner lists, but not add any. */
export interface PermittedKind {
  typeName: string;
  /** Why listed objects are unavailable, for users. */
  problems: readonly string[];
  /** Permitted resources to report. */
  discover: () => Promise<DiscoveredResource[]>;
  /** Undefined if there is no such operation. */
  getOperation: (key: string, name: string) => PermittedOperation | undefined;
  /** In the order of the keys. */
  readAvailability: (keys: readonly string[]) => Promise<ReportedAvailability['type'][]>;
}

/** Name of the plugin. */
export const HOST_CONTROL = 'Host Control';

export function permittedResource(typeName: string, key: string, description: string): DiscoveredResource {
  return { key, typeName, pluginName: HOST_CONTROL, name: key, description, children: [] };
}

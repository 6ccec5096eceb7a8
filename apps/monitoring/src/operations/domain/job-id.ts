/** Identifies an execution to clients. See rule operations-6. */
export interface JobId {
  name: string;
  group: string;
}

const SEPARATOR = '_=_';

export function newJobId(resourceId: number, operationName: string, atMs: number): JobId {
  const group = `rhq-resource-${resourceId}`;
  return { name: `${group}-${signedHash(operationName)}-${atMs}`, group };
}

export function writeJobId({ name, group }: JobId): string {
  return name + SEPARATOR + group;
}

/** Undefined if it is not a job id; a third part is ignored. */
export function parseJobId(text: string): JobId | undefined {
  const [name = '', group = ''] = text.split(SEPARATOR);
  return name === '' || group === '' ? undefined : { name, group };
}

/** A signed 32-bit hash; negative ones give the name a double hyphen. */
function signedHash(text: string): number {
  let hash = 0;
  for (let index = 0; index < text.length; index++) hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0;
  return hash;
}

export const FLOOR: string;
export function otherRuntime(version: string, brought: string | undefined): string | undefined;
export function broughtRuntime(root: string): string | undefined;
export function runInstead(node: string, args: readonly string[], root: string): void;

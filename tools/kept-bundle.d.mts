export function isBundleFresh(root: string, bundle: string): boolean;
export function recordBundle(root: string, bundle: string, made: { inputs: readonly string[]; begunMs: number }): void;

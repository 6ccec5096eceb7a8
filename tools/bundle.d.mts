import type { BuildResult } from 'esbuild';

/** `entryPoints`: source files by output name without extension; `outdir` is relative to `root`. */
export function bundle(options: {
  root: string;
  entryPoints: Record<string, string>;
  outdir: string;
  metafile?: boolean;
}): Promise<BuildResult>;

export function describeBuildFailure(error: unknown): string;

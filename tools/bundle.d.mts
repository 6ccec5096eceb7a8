import type { BuildResult } from 'esbuild';

/** `entryPoints`: output name without extension -> source file; `outdir` relative to `root`. */
export function bundle(options: {
  root: string;
  entryPoints: Record<string, string>;
  outdir: string;
  metafile?: boolean;
}): Promise<BuildResult>;

export function describeBuildFailure(error: unknown): string;

export function writeManifest(options: {
  root: string;
  source: string;
  folder: string;
  packages: readonly string[];
}): void;

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { assembleImage, deployedApps } from '../assemble-image';
import { bundle } from '../bundle.mjs';
import { locateBinaries } from '@wardstone/host';
import { workspaceRoot } from '../workspace';
import { linkPackages } from './checkout';
import { imageConfig, type Image, REGISTRY } from './images';
import { shell } from './shell';
import { DATABASE_IMAGE, USER, VISITOR_IMAGE } from './surroundings';

function imagesIn(folder: string, tag: string, apps = deployedApps()): Image[] {
  return apps.map((app) => ({
    name: `${REGISTRY}/${app}:${tag}`,
    folders: [path.join(folder, app)],
    config: imageConfig(app),
  }));
}

/** Images of the present build, and of a next version that differs in the names of the console's files. */
export function currentImages(folder: string, { now, next }: { now: string; next: string }): Image[] {
  for (const app of deployedApps()) assembleImage(app, path.join(folder, app, 'app'));
  const following = path.join(folder, 'next');
  fs.cpSync(path.join(folder, 'gateway'), path.join(following, 'gateway'), { recursive: true });
  renameConsoleFiles(path.join(following, 'gateway', 'app', 'console'));
  const others = imagesIn(folder, next).filter(({ name }) => !name.includes('/gateway:'));
  return [...imagesIn(folder, now), ...others, ...imagesIn(following, next, ['gateway'])];
}

/** Like a build after a change: every name differs, in the files and in all references. */
function renameConsoleFiles(console: string): void {
  const assets = path.join(console, 'assets');
  const names = fs.readdirSync(assets).filter((name) => !name.endsWith('.br'));
  const renamed = (text: string): string =>
    names.reduce((changed, name) => changed.replaceAll(name, name.replace(/(\.\w+)$/, '-next$1')), text);
  for (const name of fs.readdirSync(assets)) {
    const file = path.join(assets, name);
    if (/\.(js|css)$/.test(name)) {
      const text = renamed(fs.readFileSync(file, 'utf8'));
      // Removed first, because it may be a hard link to a file of the build.
      fs.rmSync(file);
      fs.writeFileSync(file, text);
    }
    if (name.endsWith('.br')) fs.rmSync(file);
    else fs.renameSync(file, path.join(assets, renamed(name)));
  }
  const page = path.join(console, 'index.html');
  const text = renamed(fs.readFileSync(page, 'utf8'));
  fs.rmSync(page);
  fs.writeFileSync(page, text);
}

/** Images of an earlier commit, built with its own tools. */
export async function earlierImages(commit: string, folder: string, tag: string): Promise<Image[]> {
  const source = path.join(folder, 'source');
  fs.mkdirSync(source);
  execFileSync('bash', ['-c', `git archive ${commit} | tar -x -C '${source}'`], { cwd: workspaceRoot() });
  linkPackages(source);
  for (const app of deployedApps(source)) {
    const target = path.join(folder, app, 'app');
    await shell(`node tools/run.mjs assemble-image ${app} '${target}'`, { folder: source, minutes: 20 });
  }
  return imagesIn(folder, tag, deployedApps(source));
}

/** Images for a database and clients. */
export async function listHelperImages(folder: string): Promise<Image[]> {
  const config = { Env: ['PATH=/usr/local/bin:/usr/bin:/bin'], WorkingDir: '/tmp' };
  const [visitor, postgres] = [path.join(folder, 'visitor'), path.join(folder, 'postgres')];
  await bundle({
    root: workspaceRoot(),
    entryPoints: { visitor: 'tools/cluster/visitor.ts' },
    outdir: path.join(visitor, 'app'),
  });
  fs.cpSync(locateBinaries({}), path.join(postgres, 'usr', 'local', 'pgsql'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  // PostgreSQL looks up the name of its user.
  fs.mkdirSync(path.join(postgres, 'etc'));
  fs.writeFileSync(path.join(postgres, 'etc', 'passwd'), `postgres:x:${USER}:${USER}::/tmp:/bin/bash\n`);
  return [
    { name: VISITOR_IMAGE, folders: [visitor], config },
    { name: DATABASE_IMAGE, folders: [postgres], config },
  ];
}

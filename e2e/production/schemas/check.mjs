// node check.mjs: reads [{ "model": "PACKAGE/GROUP/VERSION/KIND", "manifest": {...} }] and writes, for each of them, what its
// schema finds wrong, or null. The packages are ES modules, which jest cannot load.
import { text } from 'node:stream/consumers';

const manifests = JSON.parse(await text(process.stdin));
const found = await Promise.all(
  manifests.map(async ({ model, manifest }) => {
    const models = await import(model).catch(() => ({}));
    const Model = models[manifest.kind];
    if (!Model) return `there is no such kind in ${manifest.apiVersion}`;
    try {
      new Model(manifest).validate();
      return null;
    } catch (error) {
      return error.message;
    }
  }),
);
console.log(JSON.stringify(found));

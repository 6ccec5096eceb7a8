import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isOnPath } from '@wardstone/testing';
import { parse, parseAllDocuments, stringify } from 'yaml';

/** A Kubernetes object in a manifest. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: {
    name: string;
    namespace?: string;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
  };
  [field: string]: unknown;
}

const PROGRAMS: Readonly<Record<string, string>> = { kustomize: 'build', kubectl: 'kustomize' };

/** Installed program that renders manifests; undefined if there is none. */
export const program = Object.keys(PROGRAMS).find(isOnPath);

/** Components that replace those in a folder's kustomization. */
interface Selection {
  /** Appended to the list. */
  add?: readonly string[];
  leaveOut?: readonly string[];
}

/** Output of `kubectl kustomize FOLDER`; empty without such a program. */
export function render(folder: string, selection?: Selection): Manifest[] {
  if (!program) return [];
  return selection ? renderSelection(folder, selection) : build(folder);
}

function build(folder: string): Manifest[] {
  const text = execFileSync(program!, [PROGRAMS[program!]!, folder], { encoding: 'utf8', stdio: 'pipe' });
  return parseAllDocuments(text).map((document) => document.toJS() as Manifest);
}

/** Renders a copy of the manifests, because Kustomize only reads components from kustomizations. */
function renderSelection(folder: string, { add = [], leaveOut = [] }: Selection): Manifest[] {
  const k8s = k8sFolder(folder);
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-k8s-'));
  try {
    fs.cpSync(k8s, copy, { recursive: true });
    const kustomization = readKustomization(folder);
    const kept = readComponents(folder).filter((component) => !leaveOut.includes(component));
    kustomization.components = [...kept, ...add].map((component) => path.relative(folder, component));
    const copied = path.join(copy, path.relative(k8s, folder));
    fs.writeFileSync(path.join(copied, 'kustomization.yaml'), stringify(kustomization));
    return build(copied);
  } finally {
    fs.rmSync(copy, { recursive: true });
  }
}

function k8sFolder(folder: string): string {
  return path.basename(folder) === 'k8s' ? folder : k8sFolder(path.dirname(folder));
}

interface Kustomization {
  components?: string[];
}

function readKustomization(folder: string): Kustomization {
  return parse(fs.readFileSync(path.join(folder, 'kustomization.yaml'), 'utf8')) as Kustomization;
}

/** The components in a folder's kustomization. */
export function readComponents(folder: string): string[] {
  return (readKustomization(folder).components ?? []).map((entry) => path.join(folder, entry));
}

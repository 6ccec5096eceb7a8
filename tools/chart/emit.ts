import { stringify } from 'yaml';
import { Expression, type Fields, type Node, When, isFields } from './node';

/** Helm would take what Prometheus and Grafana fill in for its own. */
function escapeActions(text: string): string {
  return text.replaceAll('{{', '{{ "{{" }}');
}

function scalar(value: string | number | boolean | null): string {
  // Quoted as YAML 1.1 needs it, which Helm reads.
  if (typeof value !== 'string') return String(value);
  if (value.length > 60 || value.includes('{{')) return escapeActions(JSON.stringify(value));
  return stringify(value, { version: '1.1', lineWidth: 0 }).trimEnd();
}

/** The lines of a field or of an item, which begins with `head`. */
function lines(head: string, node: Node, indent: string): string[] {
  if (node instanceof Expression) {
    const fill = node.isBlock ? `{{- ${node.text} | nindent ${indent.length + 2} }}` : `{{ ${node.text} }}`;
    return [`${indent}${head} ${fill}`];
  }
  if (node instanceof When) {
    return [
      `${indent}{{- if ${node.condition} }}`,
      ...lines(head, node.node, indent),
      ...(node.otherwise === undefined ? [] : [`${indent}{{- else }}`, ...lines(head, node.otherwise, indent)]),
      `${indent}{{- end }}`,
    ];
  }
  if (Array.isArray(node)) {
    if (node.length === 0) return [`${indent}${head} []`];
    return [`${indent}${head}`, ...node.flatMap((item) => itemLines(item, `${indent}  `))];
  }
  if (isFields(node)) {
    if (Object.keys(node).length === 0) return [`${indent}${head} {}`];
    return [`${indent}${head}`, ...emitFields(node, `${indent}  `)];
  }
  if (typeof node === 'string' && node.includes('\n')) {
    const text = node.replace(/\n$/, '').split('\n');
    if (/\n\n$|^\s/.test(node)) return [`${indent}${head} ${escapeActions(JSON.stringify(node))}`];
    const chomping = node.endsWith('\n') ? '|' : '|-';
    return [`${indent}${head} ${chomping}`, ...text.map((line) => escapeActions(line && `${indent}  ${line}`))];
  }
  return [`${indent}${head} ${scalar(node)}`];
}

/** `- name: a` rather than a dash on a line of its own, unless a condition comes first. */
function itemLines(item: Node, indent: string): string[] {
  if (item instanceof When) {
    const { condition, node } = item;
    return [`${indent}{{- if ${condition} }}`, ...itemLines(node, indent), `${indent}{{- end }}`];
  }
  if (!isFields(item) || Object.values(item)[0] instanceof When) return lines('-', item, indent);
  const [first, ...rest] = emitFields(item, `${indent}  `);
  return [`${indent}- ${first!.trimStart()}`, ...rest];
}

export function emitFields(fields: Fields, indent = ''): string[] {
  return Object.entries(fields).flatMap(([name, node]) => lines(`${scalar(name)}:`, node, indent));
}

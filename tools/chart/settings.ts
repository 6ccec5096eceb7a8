import { type SettingEntry, settingsOf } from '@wardstone/config';
import { APP_SETTINGS } from '../app-settings';
import { HOST } from './places';
import { camelCase, printed } from './substitute';
import type { JsonSchema, Values } from './values';

const CONFIGS: Readonly<Record<string, new () => object>> = APP_SETTINGS;
/** The ConfigMap that all services share. */
const SHARED = 'wardstone';

/** What is in one generated ConfigMap, and what components add to it. */
export class Settings {
  private readonly additions: { value: string; data: Readonly<Record<string, string>> }[] = [];
  /** What a component says instead, by the name of the setting. */
  private readonly changes = new Map<string, { value: string; text: string }>();

  constructor(
    readonly name: string,
    private readonly data: Readonly<Record<string, string>>,
  ) {}

  addOf(value: string, withIt: Readonly<Record<string, string>>): void {
    for (const key of Object.keys(this.data).filter((name) => withIt[name] !== this.data[name])) {
      const text = withIt[key];
      if (text === undefined || this.changes.has(key)) throw new Error(`${value} changes ${key} of ${this.name}`);
      this.changes.set(key, { value, text });
    }
    const added = Object.entries(withIt).filter(([key]) => !(key in this.data));
    if (added.length > 0) this.additions.push({ value, data: Object.fromEntries(added) });
  }

  /**
   * A template that renders the data as JSON: what components add and change, then what the user says of this ConfigMap.
   * Texts that hold the host follow it.
   */
  template(values: Values): string {
    const key = this.name === SHARED ? 'shared' : camelCase(this.name);
    const additions = this.additions.flatMap(({ value, data }) => [
      `{{- if .Values.${value}.enabled }}`,
      ...assignments(`${value}.settings.${key}`, { data, schema: ofTheseAlone(data) }, values),
      '{{- end }}',
    ]);
    return [
      `{{- define "wardstone.data.${this.name}" -}}`,
      '{{- $data := dict }}',
      ...additions,
      ...[...this.changes].map(([name, { value, text }]) => {
        const texts = [text, this.data[name]!].map((each) => JSON.stringify(each)).join(' ');
        return `{{- $_ := set $data "${name}" (ternary ${texts} .Values.${value}.enabled) }}`;
      }),
      ...assignments(`settings.${key}`, { data: this.unchanged(), schema: this.schema() }, values),
      '{{- toJson $data }}',
      '{{- end }}',
    ].join('\n');
  }

  private unchanged(): Readonly<Record<string, string>> {
    return Object.fromEntries(Object.entries(this.data).filter(([name]) => !this.changes.has(name)));
  }

  private schema(): JsonSchema {
    const known: readonly SettingEntry[] = this.name === SHARED ? commonSettings() : settingsOf(CONFIGS[this.name]!);
    return {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(
        known.map(({ name, description }) => [name, { description, type: ['string', 'null'] }]),
      ),
    };
  }
}

function assignments(
  path: string,
  { data, schema }: { data: Readonly<Record<string, string>>; schema: JsonSchema },
  values: Values,
): string[] {
  const entries = Object.entries(data);
  const computed = entries.filter(([, text]) => text.includes(HOST));
  const plain = Object.fromEntries(entries.filter(([, text]) => !text.includes(HOST)));
  const call = values.add(path, { default: plain, schema });
  return [
    ...computed.map(([name, text]) => `{{- $_ := set $data "${name}" (${printed(text, HOST, '.Values.host')}) }}`),
    `{{- $data = mustMergeOverwrite $data (deepCopy ${call}) }}`,
  ];
}

/** Other settings belong into those of the service. */
function ofTheseAlone(data: Readonly<Record<string, string>>): JsonSchema {
  const properties = Object.fromEntries(Object.keys(data).map((name) => [name, { type: 'string' }]));
  return { type: 'object', additionalProperties: false, properties };
}

function commonSettings(): SettingEntry[] {
  const { agent: _agent, ...services } = CONFIGS;
  const [first, ...others] = Object.values(services).map((shape) => settingsOf(shape));
  return first!.filter(({ name }) => others.every((settings) => settings.some((setting) => setting.name === name)));
}

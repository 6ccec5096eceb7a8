import type { AlertMapping, IntegrationRest } from '@wardstone/client/monitoring';
import type { ReactNode } from 'react';
import { TextField, type useFields } from '../parts/forms';
import { integrationTexts } from '../texts/integrations';

const { mapping: texts } = integrationTexts;
const MAX_PATH_LENGTH = 200;

export const EMPTY_MAPPING = {
  alerts: '',
  key: '',
  status: '',
  resolvedWords: '',
  severity: '',
  title: '',
  host: '',
  value: '',
  link: '',
};
type MappingText = typeof EMPTY_MAPPING;

/** Converts form fields to a mapping in the format of the service, without empty fields. Pure. */
export function toMapping({ resolvedWords, ...paths }: MappingText): AlertMapping {
  const words = resolvedWords.split(',').map((word) => word.trim());
  const given = words.filter((word) => word !== '');
  return {
    ...Object.fromEntries(
      Object.entries(paths)
        .map(([name, path]) => [name, path.trim()] as const)
        .filter(([, path]) => path !== ''),
    ),
    ...(given.length > 0 && { resolvedWords: given }),
  };
}

/** Converts a mapping to the form's fields. Pure. */
export function mappingText({ resolvedWords = [], ...paths }: AlertMapping = {}): MappingText {
  return { ...EMPTY_MAPPING, ...paths, resolvedWords: resolvedWords.join(', ') };
}

interface MappingFieldsProps {
  field: ReturnType<typeof useFields<MappingText>>[1];
  kind: IntegrationRest['kind'];
}

export function MappingFields({ field, kind }: MappingFieldsProps): ReactNode {
  const isMail = kind === 'MAIL';
  const path = (name: Exclude<keyof MappingText, 'resolvedWords'>, label: string, help?: string): ReactNode => (
    <TextField
      key={name}
      {...field(name)}
      label={label}
      {...(help !== undefined && { help })}
      maxLength={MAX_PATH_LENGTH}
      isRequired={name === 'key' && !isMail}
    />
  );
  return (
    <>
      {path('key', texts.key, isMail ? texts.keyOfMailHelp : `${texts.help} ${texts.keyHelp}`)}
      {path('title', texts.titleOf)}
      {path('status', texts.status)}
      <TextField
        {...field('resolvedWords')}
        label={texts.resolvedWords}
        help={texts.resolvedWordsHelp}
        maxLength={MAX_PATH_LENGTH}
      />
      {path('severity', texts.severity)}
      {path('host', texts.host)}
      {path('value', texts.value)}
      {path('link', texts.link)}
      {!isMail && path('alerts', texts.alerts, texts.alertsHelp)}
    </>
  );
}

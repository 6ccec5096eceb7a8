import { flag, integer, integers, links, recordShape, text, texts } from '@wardstone/media-types';
import type { RecordOf } from '@wardstone/media-types';

/** Source: contract 2, inventory spec 13.1. */
export const GROUP_DEFINITION = recordShape({
  name: 'GroupDefinitionRest',
  element: 'groupDefinition',
  description: 'An expression that makes groups',
  fields: {
    id: integer('Id'),
    name: text('Name; the names of its groups are made of it'),
    description: text('What it is for', { nullable: true }),
    expression: texts('The statements, one per line'),
    recalcInterval: integer('Time between two calculations, in ms, 60000 or more; 0 for none'),
    generatedGroupIds: integers('The groups it made, by id'),
    recursive: flag('Whether what lies below the members belongs to the groups too'),
    links: links('The definition itself, and where new ones are created', { element: 'link' }),
  },
  lineFields: ['id', 'name'],
});
export type GroupDefinitionRest = RecordOf<typeof GROUP_DEFINITION>;

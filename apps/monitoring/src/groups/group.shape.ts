import { factTable, flag, integer, links, recordShape, text } from '@wardstone/media-types';
import type { RecordOf, RecordShape } from '@wardstone/media-types';

/** Source: contract 2, inventory spec 12.1; its links are `link` elements (media spec 1.6). */
const PLAIN_GROUP = recordShape({
  name: 'GroupRest',
  element: 'groupRest',
  description: 'A group of resources',
  fields: {
    id: integer('Id'),
    name: text('Name'),
    resourceTypeId: integer('Id of the type of all members; null for a mixed group', { nullable: true }),
    recursive: flag('Whether what lies below its members belongs to it too'),
    category: text('Whether all members are of one type', { oneOf: ['COMPATIBLE', 'MIXED'] }),
    dynaGroupDefinitionId: integer('Id of the definition that made the group; 0 when people did'),
    explicitCount: integer('Members in inventory'),
    implicitCount: integer('Members in inventory, with what lies below them in a recursive group'),
    links: links('The group itself and what belongs to it', { element: 'link' }),
  },
  lineFields: ['id', 'name'],
});
export type GroupRest = RecordOf<typeof PLAIN_GROUP>;

/** The block that stands for a group has the rows of media spec 1.7. */
export const GROUP: RecordShape<GroupRest> = {
  ...PLAIN_GROUP,
  heading: ({ name }) => name,
  html: (group, page) =>
    factTable([
      ['Name', page.anchorTo(`/group/${group.id}`, group.name) ?? group.name],
      ['Id', group.id],
      ['Category', group.category],
      ['ResourceType id', group.resourceTypeId],
      ['Recursive', group.recursive ? 'Yes' : 'No'],
      ['DynaGroup', group.dynaGroupDefinitionId === 0 ? 'No' : 'Yes'],
      ['Resource Count', group.implicitCount],
    ]),
};

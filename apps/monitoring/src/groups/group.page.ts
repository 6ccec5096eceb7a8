import type { GroupRest } from '@wardstone/dto/monitoring';
import { factTable, type RecordView } from '@wardstone/media-types';

/** The block that stands for a group has the rows of rule http-7. */
export const GROUP_PAGE: RecordView<GroupRest> = {
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

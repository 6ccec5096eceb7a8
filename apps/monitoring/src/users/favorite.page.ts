import type { GroupRest, ResourceWithType } from '@wardstone/dto/monitoring';
import { markup, type MarkupValue } from '@wardstone/markup';
import { factTable, type PageTools, type RecordView } from '@wardstone/media-types';

const anchor = (page: PageTools, path: string, text: string | number): MarkupValue =>
  page.anchorTo(path, `${text}`) ?? text;

/** Block of a favorite resource on a page. See rule http-7. */
export const FAVORITE_RESOURCE: RecordView<ResourceWithType> = {
  html: (resource, page) => {
    const { resourceId, resourceName, parentId } = resource;
    const path = `/resource/${resourceId}`;
    const links = [
      anchor(page, `${path}/children`, 'Children'),
      anchor(page, `${path}/schedules`, 'Schedules'),
      anchor(page, `${path}/availability`, 'Availability'),
      anchor(page, `${path}/availability/history`, 'History'),
      anchor(page, `/alert?resourceId=${resourceId}&descendants=true`, 'Alerts'),
      anchor(page, `/operation/history?resourceId=${resourceId}`, 'Operation history'),
    ];
    return markup`${factTable([
      ['Name', resourceName],
      ['Id', anchor(page, path, resourceId)],
      ['Type name', resource.typeName],
      ['Type id', resource.typeId],
      ['Plugin', resource.pluginName],
      ['Parent Id', parentId === null ? null : anchor(page, `/resource/${parentId}`, parentId)],
    ])}<p class="pages">${links.map((link) => [link, ' '])}</p>`;
  },
};

/** Block of a favorite group. */
export const FAVORITE_GROUP: RecordView<GroupRest> = {
  html: (group, page) =>
    markup`${factTable([
      ['Name', anchor(page, `/group/${group.id}`, group.name)],
      ['Id', group.id],
      ['Category', group.category],
      ['ResourceType id', group.resourceTypeId],
      ['Recursive', group.recursive ? 'Yes' : 'No'],
      ['DynaGroup', group.dynaGroupDefinitionId === 0 ? 'No' : 'Yes'],
      ['Resource Count', group.implicitCount],
    ])}<p class="pages">${group.links.map((link) => [page.linkTo(link), ' '])}</p>`,
};

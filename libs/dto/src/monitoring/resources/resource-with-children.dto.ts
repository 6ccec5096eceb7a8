import { ArrayField, Dto, StringField } from '../../fields';

@Dto({ element: 'resourceWithChildren', description: 'A resource with its descendants' })
export class ResourceWithChildren {
  @StringField({ description: 'Id of the resource' })
  id!: string;
  @StringField({ description: 'Name of the resource' })
  name!: string;
  @ArrayField({
    description: 'Child resources; null without children',
    of: () => ResourceWithChildren,
    nullable: true,
  })
  children!: readonly ResourceWithChildren[] | null;
}

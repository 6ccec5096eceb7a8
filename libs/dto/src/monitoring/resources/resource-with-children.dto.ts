import { ArrayField, Dto, StringField } from '../../fields';

@Dto({ element: 'resourceWithChildren', description: 'A resource and what lies below it' })
export class ResourceWithChildren {
  @StringField({ description: 'Id of the resource' })
  id!: string;
  @StringField({ description: 'Name of the resource' })
  name!: string;
  @ArrayField({
    description: 'What lies below it; null when nothing does',
    of: () => ResourceWithChildren,
    nullable: true,
  })
  children!: readonly ResourceWithChildren[] | null;
}

import { Dto, Field } from '../fields';
import { PageQuery } from './values.dto';

export const PACKAGE_FORMATS = ['deb', 'rpm'] as const;

@Dto('installedPackage', 'A package that is installed on a host')
export class InstalledPackage {
  @Field.Int('Id of the host')
  hostId!: number;
  @Field.String('Name of the host')
  hostName!: string;
  @Field.String('Name of the package')
  name!: string;
  @Field.String('Architecture; null if dpkg does not need it to distinguish packages', { nullable: true })
  architecture!: string | null;
  @Field.String('Version, with epoch and release')
  version!: string;
  @Field.Enum('Package manager, by whose rules versions are compared', { values: PACKAGE_FORMATS })
  format!: (typeof PACKAGE_FORMATS)[number];
}

/** Filters and page of the list of installed packages. */
export class InstalledPackageQuery extends PageQuery {
  @Field.String(
    'Name of the package, which may be followed by <, <=, =, >= or > and a version; epoch and release that the version leaves out are not compared',
    { example: 'openssl < 3.0.13' },
  )
  q!: string;
}

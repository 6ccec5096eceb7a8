/** A security guide as its queries answer it: the keys of the API in its order. */
export interface SecurityGuideRow {
  id: string;
  ref_id: string;
  title: string;
  version: string;
  description: string;
  os_major_version: number;
  type: 'security_guide';
}

/** A family of profiles (compliance spec D5) as its queries answer it. */
export interface SupportedProfileRow {
  id: string;
  title: string;
  description: string;
  ref_id: string;
  security_guide_id: string;
  security_guide_version: string;
  os_major_version: number;
  os_minor_versions: number[];
  type: 'supported_profile';
}

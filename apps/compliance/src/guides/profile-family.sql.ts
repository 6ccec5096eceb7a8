/**
 * SQL for the family of a profile (rule compliance-25): profiles with the same ref_id, guide ref_id and OS major
 * version, in any version of the guide.
 */

/**
 * Ids of all profiles whose family has registered the minor. A sub-select without outer references, which the server
 * evaluates once per statement.
 * @param minor placeholder of an integer
 */
export function profilesSupportingMinor(minor: string): string {
  return `
    SELECT own.id
      FROM profile own
      JOIN security_guide own_guide ON own_guide.id = own.security_guide_id
     WHERE (own.ref_id, own_guide.ref_id, own_guide.os_major_version) IN (
             SELECT member.ref_id, guide.ref_id, guide.os_major_version
               FROM profile_os_minor_version registered
               JOIN profile member ON member.id = registered.profile_id
               JOIN security_guide guide ON guide.id = member.security_guide_id
              WHERE registered.os_minor_version = ${minor})`;
}

/**
 * Id of the profile that a family offers for a minor (rule compliance-26): that of the newest guide version that
 * registers it; no row if the family does not support the minor.
 * @param profileId expression for a member of the family
 * @param minor expression for an integer
 */
export function variantProfile(profileId: string, minor: string): string {
  return `
    SELECT variant.id
      FROM profile own
      JOIN security_guide own_guide ON own_guide.id = own.security_guide_id
      JOIN security_guide guide
        ON guide.ref_id = own_guide.ref_id AND guide.os_major_version = own_guide.os_major_version
      JOIN profile variant ON variant.security_guide_id = guide.id AND variant.ref_id = own.ref_id
      JOIN profile_os_minor_version registered
        ON registered.profile_id = variant.id AND registered.os_minor_version = ${minor}
     WHERE own.id = ${profileId}
     ORDER BY guide.version_sort_key DESC
     LIMIT 1`;
}

/**
 * `minor` and `profile_id`: the profiles of a family by supported minor (rules compliance-25, compliance-26).
 * @param profileId expression for a member of the family
 */
export function variantProfiles(profileId: string): string {
  return `
    SELECT DISTINCT ON (registered.os_minor_version)
           registered.os_minor_version AS minor, variant.id AS profile_id
      FROM profile own
      JOIN security_guide own_guide ON own_guide.id = own.security_guide_id
      JOIN security_guide guide
        ON guide.ref_id = own_guide.ref_id AND guide.os_major_version = own_guide.os_major_version
      JOIN profile variant ON variant.security_guide_id = guide.id AND variant.ref_id = own.ref_id
      JOIN profile_os_minor_version registered ON registered.profile_id = variant.id
     WHERE own.id = ${profileId}
     ORDER BY registered.os_minor_version, guide.version_sort_key DESC`;
}

/** SQL for the display name of a person, such as "Ann Lee (ann)"; only the login if no name is known. */
export function personText(login: string): string {
  return `coalesce((
    SELECT concat_ws(' ', person.first_name, person.last_name) || ' (' || person.login || ')' FROM service_user person
     WHERE person.login = ${login} AND coalesce(person.first_name, person.last_name) IS NOT NULL), ${login})`;
}

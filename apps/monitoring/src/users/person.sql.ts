/** SQL for the text that shows a person, as in "Ann Lee (ann)": the login alone where no name is known. */
export function personText(login: string): string {
  return `coalesce((
    SELECT concat_ws(' ', person.first_name, person.last_name) || ' (' || person.login || ')' FROM service_user person
     WHERE person.login = ${login} AND coalesce(person.first_name, person.last_name) IS NOT NULL), ${login})`;
}

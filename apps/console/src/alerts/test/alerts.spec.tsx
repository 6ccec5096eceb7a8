import './condition-fields.suite';
import './dry-run.suite';
import './expression-fields.suite';
import './incidents.suite';
import './on-call.suite';
import './refusals.suite';
import './silences.suite';

import './approval-actions.suite';
import './filters.suite';
import './definition-table.suite';
import './person.suite';
import './promql-field.suite';
import './remove-button.suite';
import './states.suite';
import './verdict.suite';

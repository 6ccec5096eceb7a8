import './report-form.suite';
import './report-rows.suite';

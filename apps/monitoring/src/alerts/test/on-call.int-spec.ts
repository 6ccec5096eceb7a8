import './on-call-rights.suite';

export { Users as employees } from 'lucide-react';

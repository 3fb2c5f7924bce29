export { Network as organization } from 'lucide-react';

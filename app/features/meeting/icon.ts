export { FileText as meetings } from 'lucide-react';

export { House as home } from 'lucide-react';
